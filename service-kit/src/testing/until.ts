/**
 * Polls until a condition holds, for everything that no event announces. It needs no test runner, so benchmarks and browser tests use
 * it as well. A condition that throws does not hold yet.
 * @param within milliseconds. @throws after that. @param every milliseconds between two looks.
 */
export const until = async (holds: () => Promise<boolean> | boolean, within = 60_000, every = 20): Promise<void> => {
  // Created here, so that its stack names the line that waits.
  const tooLate = new Error(`This did not come true within ${within / 1000} seconds`);
  for (const end = performance.now() + within; ; ) {
    try {
      if (await holds()) return;
    } catch (error) {
      tooLate.cause = error;
    }
    if (performance.now() > end) throw tooLate;
    // biome-ignore lint/plugin: the one place that waits between two looks
    await new Promise((resolve) => setTimeout(resolve, every));
  }
};
