import type { At } from "../types";

// A Sheet is a picture in a texture: a camera's view with a margin.
export class Sheet implements At {
  x = 0;
  y = 0;
  scale = 1;
  width = 0; // in device pixels
  height = 0;
  readonly frame: WebGLFramebuffer | null;
  private readonly texture: WebGLTexture | null;

  constructor(
    private readonly gl: WebGL2RenderingContext,
    private readonly unit: number,
  ) {
    this.texture = gl.createTexture();
    this.frame = gl.createFramebuffer();
  }

  // begin clears the sheet for the view at the given position.
  begin(at: At, width: number, height: number): void {
    const { gl } = this;
    gl.bindFramebuffer(gl.FRAMEBUFFER, this.frame);
    if (width !== this.width || height !== this.height) {
      gl.activeTexture(gl.TEXTURE0 + this.unit);
      gl.bindTexture(gl.TEXTURE_2D, this.texture);
      gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA8, width, height, 0, gl.RGBA, gl.UNSIGNED_BYTE, null);
      gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, this.texture, 0);
      [this.width, this.height] = [width, height];
    }
    [this.x, this.y, this.scale] = [at.x, at.y, at.scale];
    gl.clear(gl.COLOR_BUFFER_BIT);
  }

  // copy draws the sheet on the canvas, which has the same size.
  copy(): void {
    const { gl, width, height } = this;
    gl.bindFramebuffer(gl.READ_FRAMEBUFFER, this.frame);
    gl.bindFramebuffer(gl.DRAW_FRAMEBUFFER, null);
    gl.blitFramebuffer(0, 0, width, height, 0, 0, width, height, gl.COLOR_BUFFER_BIT, gl.NEAREST);
  }

  close(): void {
    this.gl.deleteFramebuffer(this.frame);
    this.gl.deleteTexture(this.texture);
  }
}
