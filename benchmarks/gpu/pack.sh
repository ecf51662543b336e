#!/bin/sh
# Packs Numba, numba-cuda and their dependencies for Python 3.12 into .gpu-carry (about 46 MiB, without tests and
# symbols), for a GPU machine without a network. That machine must have CUDA's libraries.
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
"${PYTHON:-python3}" -m pip download --no-deps -q --python-version 3.12 --only-binary :all: \
    --platform manylinux_2_28_x86_64 --platform manylinux_2_27_x86_64 --platform manylinux2014_x86_64 \
    --platform manylinux_2_17_x86_64 -d "$work" \
    numba llvmlite numba-cuda cuda-bindings cuda-core cuda-pathfinder msgspec platformdirs packaging
mkdir -p "$work/site" "$root/.gpu-carry"
cd "$work/site"
for wheel in ../*.whl; do unzip -qo "$wheel"; done
rm -rf numba/tests numba_cuda/numba/cuda/tests llvmlite/tests cuda/core/cu12
find . -name '*.pyx' -o -name '*.pxd' -o -name '*.cpp' | xargs rm -f
find . -name '*.so' -exec strip {} +
xz -c llvmlite/binding/libllvmlite.so > "$root/.gpu-carry/libllvmlite.so.xz"
rm llvmlite/binding/libllvmlite.so
cd ..
tar c site | xz > "$root/.gpu-carry/site.tar.xz"
rm -r "$work"
ls -l "$root/.gpu-carry"
