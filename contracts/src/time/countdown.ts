/** `00:24` from a number of seconds, rounded up so that it reads 00:00 only when the time is up. */
export const countdownLabel = (seconds: number): string => {
  const whole = Math.max(0, Math.ceil(seconds));
  return `${String(Math.floor(whole / 60)).padStart(2, '0')}:${String(whole % 60).padStart(2, '0')}`;
};
