// A Table is a long array in a texture, with rows of 2^bits entries.
export class Table {
  private readonly texture: WebGLTexture | null;
  private rows = 0;
  version = 0;

  constructor(
    private readonly gl: WebGL2RenderingContext,
    private readonly bits: number,
    private readonly unit: number,
    private readonly pairs: boolean, // of float32, else single int32
  ) {
    this.texture = gl.createTexture();
    this.bind();
    for (const name of [gl.TEXTURE_MIN_FILTER, gl.TEXTURE_MAG_FILTER]) gl.texParameteri(gl.TEXTURE_2D, name, gl.NEAREST);
  }

  bind(): void {
    this.gl.activeTexture(this.gl.TEXTURE0 + this.unit);
    this.gl.bindTexture(this.gl.TEXTURE_2D, this.texture);
  }

  // fill uploads data without copying it.
  fill(data: Float32Array | Int32Array): void {
    const { gl } = this;
    const width = 1 << this.bits;
    const step = this.pairs ? 2 : 1;
    const items = data.length / step;
    const rows = Math.max(1, Math.ceil(items / width));
    const [inside, format, type] = this.pairs ? [gl.RG32F, gl.RG, gl.FLOAT] : [gl.R32I, gl.RED_INTEGER, gl.INT];
    this.bind();
    if (rows > this.rows || rows < this.rows / 4) {
      gl.texImage2D(gl.TEXTURE_2D, 0, inside, width, rows, 0, format, type, null);
      this.rows = rows;
    }
    const full = Math.floor(items / width);
    if (full > 0) gl.texSubImage2D(gl.TEXTURE_2D, 0, 0, 0, width, full, format, type, data, 0);
    const rest = items - full * width;
    if (rest > 0) gl.texSubImage2D(gl.TEXTURE_2D, 0, 0, full, rest, 1, format, type, data, full * width * step);
  }

  close(): void {
    this.gl.deleteTexture(this.texture);
  }
}
