const TEXTS = ['name', 'description', 'location'] as const;

type TextName = (typeof TEXTS)[number];

/** The texts of an event. Each is shown, edited and erased like the others. */
export type EventTexts<T = string> = { readonly [N in TextName]: T };

export const eventTexts: readonly TextName[] = TEXTS;

/** The texts of an event, each made by its name. */
export const eachText = <T>(make: (name: TextName) => T): EventTexts<T> => {
  const texts: { -readonly [N in TextName]?: T } = {};
  // A list of events is made of thousands of these, so no list of entries is built.
  for (const name of TEXTS) texts[name] = make(name);
  return texts as EventTexts<T>;
};

/** The texts alone of something that has more. */
export const textsOf = <T>(from: EventTexts<T>): EventTexts<T> => eachText((name) => from[name]);
