// Tests wait for a condition. The deadline only catches conditions that never hold: a slow, busy
// machine stays far below it.
export const deadline = 1000 * Number(process.env.DEADLINE ?? 90);

// until polls until the result is truthy, and returns it.
export async function until(what, ask, milliseconds = deadline) {
  const end = Date.now() + milliseconds;
  for (;;) {
    const answer = await ask();
    if (answer) return answer;
    if (Date.now() > end) throw new Error(`waited ${milliseconds / 1000} s for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
