/** Whether this page has a server, and whether it can be reached now. */
class Connectivity {
  /** Whether the latest request reached the server. Initially whether the browser is online. */
  isReachable = $state(navigator.onLine);
  /** Whether the page lies on a web host without a Dottable server (`dottable site`). */
  readonly hasNoServer = document.querySelector('meta[name="dottable-server"][content="none"]') !== null;

  constructor() {
    if (this.hasNoServer) return;
    addEventListener("offline", () => (this.isReachable = false));
    addEventListener("online", () => (this.isReachable = true));
  }
}

export const connectivity = new Connectivity();
