/** Keeps the keyboard focus on a board: when the focused control is removed, the nearest remaining control gets it. */

/** Selector of the controls that can have the keyboard focus. */
const FOCUSABLE_SELECTOR = "button:not(:disabled), a[href], input:not(:disabled), select, [tabindex]:not([tabindex='-1'])";
const GROUP_SELECTOR = "[role=group], [role=list], ul, ol, section, main";
/** Time in milliseconds in which the control may come back, as it does while a move is being sent. */
const MAX_CONTROL_ABSENCE_MS = 500;

interface FocusPosition {
  control: HTMLElement;
  name: string;
  /** Groups around the control, the innermost first, with the control's number among their controls. */
  groups: { group: HTMLElement; index: number }[];
}

/** Attachment for the element around all controls. It restores the focus when the focused control is removed. */
export function keepFocus(root: HTMLElement): () => void {
  let place: FocusPosition | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const rememberFocus = (event: FocusEvent) => {
    clearTimeout(timer);
    timer = undefined;
    place = focusPositionOf(event.target as HTMLElement, root);
  };
  /** Forget the focused control when the player leaves it on purpose. A control also loses the focus just before it is removed. */
  const forgetFocus = () => {
    const left = place;
    queueMicrotask(() => {
      if (left === place && place && isUsable(place.control, root) && document.activeElement !== place.control) place = null;
    });
  };
  const restoreFocus = () => {
    if (!place || isUsable(place.control, root) || !isFocusLost()) return;
    if (focusNearest(place, false)) return;
    timer ??= setTimeout(() => {
      timer = undefined;
      if (place && !isUsable(place.control, root) && isFocusLost()) focusNearest(place, true);
    }, MAX_CONTROL_ABSENCE_MS);
  };

  const mutationObserver = new MutationObserver(restoreFocus);
  mutationObserver.observe(root, { childList: true, subtree: true, attributes: true, attributeFilter: ["disabled", "hidden"] });
  root.addEventListener("focusin", rememberFocus);
  root.addEventListener("focusout", forgetFocus);
  return () => {
    mutationObserver.disconnect();
    clearTimeout(timer);
    root.removeEventListener("focusin", rememberFocus);
    root.removeEventListener("focusout", forgetFocus);
  };
}

const isFocusLost = () => document.activeElement === null || document.activeElement === document.body;
const isUsable = (control: HTMLElement, root: HTMLElement) => root.contains(control) && !control.matches(":disabled");
const accessibleNameOf = (control: Element) => control.getAttribute("aria-label") ?? control.textContent?.trim() ?? "";
const controlsOf = (group: Element) => [...group.querySelectorAll<HTMLElement | SVGElement>(FOCUSABLE_SELECTOR)].filter((one) => one.checkVisibility?.() ?? true);

function focusPositionOf(control: HTMLElement, root: HTMLElement): FocusPosition {
  const enclosingGroups: FocusPosition["groups"] = [];
  for (let group = control.parentElement?.closest<HTMLElement>(GROUP_SELECTOR); group && root.contains(group); group = group.parentElement?.closest<HTMLElement>(GROUP_SELECTOR))
    enclosingGroups.push({ group, index: controlsOf(group).indexOf(control) });
  return { control, name: accessibleNameOf(control), groups: enclosingGroups };
}

/** Focus a control of the same name in the innermost group, or a legal one. With `isLate`, take the control in the same place of any group. */
function focusNearest({ name, groups }: FocusPosition, isLate: boolean): boolean {
  const connectedGroups = groups.filter(({ group }) => group.isConnected).map(({ group, index }) => ({ controls: controlsOf(group), index }));
  const sameNameControls = connectedGroups.slice(0, 1).flatMap(({ controls }) => controls.find((one) => accessibleNameOf(one) === name) ?? []);
  const legalControls = connectedGroups.flatMap(({ controls }) => controls.find((one) => one.matches(".legal")) ?? []);
  const samePlaceControls = connectedGroups.flatMap(({ controls, index }) => controls[Math.min(Math.max(0, index), controls.length - 1)] ?? []);
  for (const controlToFocus of [...sameNameControls, ...legalControls, ...(isLate ? samePlaceControls : [])]) {
    controlToFocus.focus({ preventScroll: true });
    if (document.activeElement === controlToFocus) return true;
  }
  return false;
}
