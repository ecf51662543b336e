/** Moves the focus to the heading of a new page, or to its main part, so that keyboards and screen readers start there. */

/** Events of the player after which the focus is left alone. */
const STOP_EVENTS = ["pointerdown", "keydown", "focusin"] as const;

/**
 * Focus the page now and whenever its heading is replaced while it loads, until the player presses, types or focuses
 * something. Return a function that ends this earlier.
 */
export function focusNewPage(): () => void {
  let target: HTMLElement | null = null;

  function focusPage(): void {
    const next = document.querySelector<HTMLElement>("h1") ?? document.querySelector<HTMLElement>("main");
    if (!next || next === target || document.querySelector("dialog[open]")) return;
    target = next;
    next.tabIndex = -1;
    next.focus({ preventScroll: true });
  }

  function stopUnlessOwn(event: Event): void {
    if (event.type !== "focusin" || event.target !== target) stop();
  }

  const headingObserver = new MutationObserver(focusPage);
  function stop(): void {
    headingObserver.disconnect();
    for (const type of STOP_EVENTS) removeEventListener(type, stopUnlessOwn, true);
  }

  for (const type of STOP_EVENTS) addEventListener(type, stopUnlessOwn, true);
  headingObserver.observe(document.body, { childList: true, subtree: true });
  focusPage();
  return stop;
}
