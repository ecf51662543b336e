/** Gives a board the height of what it is scrolled in, so that table and hand are in sight together. */

const LEAST_PX = 400;

export function fillsItsRoom(node: HTMLElement): () => void {
  let room = node.parentElement;
  while (room && !/auto|scroll/.test(getComputedStyle(room).overflowY)) room = room.parentElement;
  if (!room || room === document.body || room === document.documentElement) return () => {};
  const watched = room;
  const fill = () => node.style.setProperty("--board-height", `${Math.max(LEAST_PX, watched.clientHeight)}px`);
  const watcher = new ResizeObserver(fill);
  watcher.observe(watched);
  fill();
  return () => watcher.disconnect();
}
