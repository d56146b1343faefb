// Waiting is for a condition. The deadline only ends what would never end: a slow machine that
// is busy with other things stays far below it.
export const deadline = 1000 * Number(process.env.DEADLINE ?? 90);

// until asks again and again until the answer is truthy, and gives it.
export async function until(what, ask, milliseconds = deadline) {
  const end = Date.now() + milliseconds;
  for (;;) {
    const answer = await ask();
    if (answer) return answer;
    if (Date.now() > end) throw new Error(`waited ${milliseconds / 1000} s for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
