import { createContext, type HTMLAttributes, type Ref, useContext } from 'react';
import { type AccentName, accentProps } from '../lib/accent.ts';

const AccentContext = createContext<AccentName>('personal');

/** The accent around the caller. Dialogs and menus need it: they leave the place in the page that set it. */
export function useAccent(): AccentName {
  return useContext(AccentContext);
}

export interface AccentScopeProps extends HTMLAttributes<HTMLDivElement> {
  accent: AccentName;
  ref?: Ref<HTMLDivElement>;
}

/** A <div> in whose inside everything, portals included, follows the accent. */
export function AccentScope({ accent, ...rest }: AccentScopeProps) {
  return (
    <AccentContext value={accent}>
      <div {...rest} {...accentProps(accent)} />
    </AccentContext>
  );
}
