/** Return a keydown handler that calls `activate` on Enter and Space, as buttons do. For SVG elements with role="button". */
export function enterOrSpaceHandler(activate: () => void): (event: KeyboardEvent) => void {
  return (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    activate();
  };
}
