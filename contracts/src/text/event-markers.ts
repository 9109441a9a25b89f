/** Frame the JSON copy of an event inside the message that shares it. Only the server writes them. */
export const EVENT_DATA_START = '[EVENT_DATA]';
export const EVENT_DATA_END = '[/EVENT_DATA]';

const CREATED_EVENT = 'Created event: ';

/** Text of a user without markers. What remains joins up again to a marker in `[EVENT_[EVENT_DATA]DATA]`: hence the loop. */
export const removeEventMarkers = (text: string): string => {
  let clean = text;
  while (clean.includes(EVENT_DATA_START) || clean.includes(EVENT_DATA_END)) {
    clean = clean.replaceAll(EVENT_DATA_START, '').replaceAll(EVENT_DATA_END, '');
  }
  return clean;
};

/** Content of the message that shares an event. */
export const encodeEventMessage = <E extends { readonly name: string }>(event: E): string => {
  const name = removeEventMarkers(event.name).replace(/\s+/g, ' ').trim();
  // Escaped brackets are the same JSON, and keep a marker within the event's own texts from ending the data.
  const json = JSON.stringify(event).replaceAll('[EVENT', '\\u005bEVENT').replaceAll('[/EVENT', '\\u005b/EVENT');
  return `${CREATED_EVENT}${name}\n${EVENT_DATA_START}${json}${EVENT_DATA_END}`;
};

export type EventMessage = {
  readonly name: string;
  /** The JSON copy, as it was encoded; parse it with the schema of an event. */
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

/** The event that a message shares, or nothing when it is an ordinary message. */
export const decodeEventMessage = (content: string): EventMessage | undefined => {
  if (!content.startsWith(CREATED_EVENT) || !content.endsWith(EVENT_DATA_END)) return undefined;
  const frame = `\n${EVENT_DATA_START}`;
  const start = content.indexOf(frame);
  if (start === -1) return undefined;
  const event = parseObject(content.slice(start + frame.length, -EVENT_DATA_END.length));
  return event && { name: content.slice(CREATED_EVENT.length, start), event };
};
