/** Delimit the JSON copy of an event inside the message that announces it. Only the server writes them. */
export const EVENT_DATA_START = '[EVENT_DATA]';
export const EVENT_DATA_END = '[/EVENT_DATA]';

const CREATED_EVENT = 'Created event: ';

/** Removes markers from user text. Removing one can leave another behind, as in `[EVENT_[EVENT_DATA]DATA]`, hence the loop. */
export const removeEventMarkers = (text: string): string => {
  let clean = text;
  while (clean.includes(EVENT_DATA_START) || clean.includes(EVENT_DATA_END)) {
    clean = clean.replaceAll(EVENT_DATA_START, '').replaceAll(EVENT_DATA_END, '');
  }
  return clean;
};

/** Content of the message that announces an event. */
export const encodeEventMessage = <E extends { readonly name: string }>(event: E): string => {
  const name = removeEventMarkers(event.name).replace(/\s+/g, ' ').trim();
  // Escaped brackets are valid JSON, and stop a marker inside the event's own text from ending the data early.
  const json = JSON.stringify(event).replaceAll('[EVENT', '\\u005bEVENT').replaceAll('[/EVENT', '\\u005b/EVENT');
  return `${CREATED_EVENT}${name}\n${EVENT_DATA_START}${json}${EVENT_DATA_END}`;
};

export type EventMessage = {
  readonly name: string;
  /** The JSON copy, still encoded. Parse it with the event schema. */
  readonly event: Readonly<Record<string, unknown>>;
};

const parseObject = (json: string): Record<string, unknown> | undefined => {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
};

/** The event that a message announces, or undefined for an ordinary message. */
export const decodeEventMessage = (content: string): EventMessage | undefined => {
  if (!content.startsWith(CREATED_EVENT) || !content.endsWith(EVENT_DATA_END)) return undefined;
  const frame = `\n${EVENT_DATA_START}`;
  const start = content.indexOf(frame);
  if (start === -1) return undefined;
  const event = parseObject(content.slice(start + frame.length, -EVENT_DATA_END.length));
  return event && { name: content.slice(CREATED_EVENT.length, start), event };
};
