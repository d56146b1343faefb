const few = 5_000; // edges whose time says more about a frame than about them
const quickest = 1e-6;
const slowest = 2e-2;

// A Pace finds how long this machine takes for an edge, by waiting for what it drew.
export class Pace {
  private edgeTime = 1e-3; // milliseconds, as software takes
  private fence: WebGLSync | null = null;
  private since = 0;
  private drawn = 0;

  constructor(private readonly gl: WebGL2RenderingContext) {}

  // edgesIn is how many edges are drawn in so many milliseconds.
  edgesIn(milliseconds: number): number {
    return milliseconds / this.edgeTime;
  }

  // ready tells whether everything that was drawn so far is done.
  ready(): boolean {
    if (this.fence === null) return true;
    const { gl } = this;
    if (gl.getSyncParameter(this.fence, gl.SYNC_STATUS) !== gl.SIGNALED) return gl.isContextLost();
    gl.deleteSync(this.fence);
    this.fence = null;
    if (this.drawn < few) return true;
    const time = (performance.now() - this.since) / this.drawn;
    this.edgeTime = Math.min(Math.max((this.edgeTime + time) / 2, quickest), slowest);
    return true;
  }

  // note begins to wait for what was drawn now.
  note(drawn: number): void {
    if (this.fence !== null) this.gl.deleteSync(this.fence);
    this.fence = this.gl.fenceSync(this.gl.SYNC_GPU_COMMANDS_COMPLETE, 0);
    this.gl.flush();
    this.since = performance.now();
    this.drawn = drawn;
  }
}
