/**
 * A day relative to today in New York, the time zone of the browsers, as YYYY-MM-DD. Tests take fixed times of such days: an event a
 * number of hours from now would span two days when the tests run late in the evening.
 */
export const dayFromNow = (days: number): string => {
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York', dateStyle: 'short' }).format();
  // Noon avoids DST: adding 24 h always lands on the next date.
  return new Date(Date.parse(`${today}T12:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
};

/** Noon of such a day, as the API takes times. */
export const noonIn = (days: number) => ({ date: dayFromNow(days), time: '12:00', timeZone: 'America/New_York' });
