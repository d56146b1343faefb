const few = 5_000; // fewer edges measure the frame overhead, not the edges
const quickest = 1e-6;
const slowest = 2e-2;

// A Pace measures the drawing time per edge on this machine.
export class Pace {
  private edgeTime = 1e-3; // milliseconds, typical for software rendering
  private fence: WebGLSync | null = null;
  private since = 0;
  private drawn = 0;

  constructor(private readonly gl: WebGL2RenderingContext) {}

  // edgesIn returns the number of edges that fit into a time in milliseconds.
  edgesIn(milliseconds: number): number {
    return milliseconds / this.edgeTime;
  }

  // ready reports whether all drawing so far has completed.
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

  // note starts timing the current drawing.
  note(drawn: number): void {
    if (this.fence !== null) this.gl.deleteSync(this.fence);
    this.fence = this.gl.fenceSync(this.gl.SYNC_GPU_COMMANDS_COMPLETE, 0);
    this.gl.flush();
    this.since = performance.now();
    this.drawn = drawn;
  }
}
