// A Program is a pair of shaders with its uniform locations.
export type Program = { program: WebGLProgram; at: (name: string) => WebGLUniformLocation | null };

export function compile(gl: WebGL2RenderingContext, vertex: string, fragment: string): Program {
  const program = gl.createProgram();
  for (const [type, text] of [
    [gl.VERTEX_SHADER, vertex],
    [gl.FRAGMENT_SHADER, fragment],
  ] as const) {
    const shader = gl.createShader(type);
    if (shader === null) break; // the context is lost: everything is recreated later
    gl.shaderSource(shader, text);
    gl.compileShader(shader);
    gl.attachShader(program, shader);
  }
  gl.linkProgram(program);
  if (!gl.getProgramParameter(program, gl.LINK_STATUS) && !gl.isContextLost()) {
    const shaders = gl.getAttachedShaders(program) ?? [];
    throw new Error(`shader compilation failed: ${[gl.getProgramInfoLog(program), ...shaders.map((s) => gl.getShaderInfoLog(s))].join(" ")}`);
  }
  const places = new Map<string, WebGLUniformLocation | null>();
  return {
    program,
    at: (name) => {
      if (!places.has(name)) places.set(name, gl.getUniformLocation(program, name));
      return places.get(name) ?? null;
    },
  };
}
