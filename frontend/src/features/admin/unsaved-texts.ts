import { createContext, useContext, useState } from 'react';

/** Unsaved texts, by report or setting. They outlive the tab of the panel that shows them, and its login. */
export const UnsavedTexts = createContext<Map<string, string>>(new Map());

/** A text that is restored when its place is shown again, until it is set to `undefined`. */
export const useUnsavedText = (about: string): readonly [string | undefined, (text: string | undefined) => void] => {
  const kept = useContext(UnsavedTexts);
  const [text, setText] = useState(kept.get(about));
  const keep = (next: string | undefined): void => {
    if (next === undefined) kept.delete(about);
    else kept.set(about, next);
    setText(next);
  };
  return [text, keep];
};
