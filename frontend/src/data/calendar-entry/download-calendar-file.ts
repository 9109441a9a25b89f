import { call } from '../api/call.ts';
import { download } from '../api/download.ts';

/** An event, or one date of it, as an iCalendar file. Rejects with an `ApiError`. */
export const downloadCalendarFile = (eventId: string) =>
  download(call('calendarFile', { params: { id: eventId } }), (response) => response.blob());
