#!/bin/sh
# For a machine with a GPU but without Numba: unpacks .gpu-carry, finds CUDA's libraries and runs a Python script.
#   sh benchmarks/gpu/on_device.sh benchmarks/gpu/run.py --out "$OUT"
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
site=/tmp/dottable-gpu/site
if [ ! -d "$site" ]; then
    mkdir -p /tmp/dottable-gpu
    (cd /tmp/dottable-gpu && python3 "$root/benchmarks/gpu/unpack.py" "$root/.gpu-carry")
fi
folders=
for library in libnvvm.so.4 libnvrtc.so.13 libnvJitLink.so.13; do
    found=$(find /usr /opt / -xdev -name "$library" -not -path "/proc/*" 2>/dev/null | head -1 || true)
    echo "$library: ${found:-NOT FOUND}" >&2
    [ -z "$found" ] || folders="$folders${folders:+:}$(dirname "$found")"
done
device=$(find /usr /opt / -xdev -path '*nvvm/libdevice/libdevice.10.bc' -not -path '/proc/*' 2>/dev/null | head -1 || true)
echo "libdevice: ${device:-NOT FOUND}" >&2
[ -z "$device" ] || export CUDA_HOME="${device%/nvvm/libdevice/libdevice.10.bc}"
export LD_LIBRARY_PATH="$folders${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
export PYTHONPATH="$site:$root/src${PYTHONPATH:+:$PYTHONPATH}" PYTHONUNBUFFERED=1 DOTTABLE_CACHE=/tmp/dottable-gpu/cache
cd "$root"
exec python3 "$@"
