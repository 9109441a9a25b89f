import { parseCalendar } from './parse-calendar.ts';

/** Parses files apart from the page, which ends it when a file takes too long. */
addEventListener('message', ({ data }: MessageEvent<{ text: string; timeZone: string }>) => {
  try {
    postMessage({ events: parseCalendar(data.text, data.timeZone) });
  } catch {
    postMessage({});
  }
});
