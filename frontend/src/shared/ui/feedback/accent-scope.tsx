import { createContext, type HTMLAttributes, useContext } from 'react';
import type { AccentName } from '../../lib/accent.ts';

const AccentContext = createContext<AccentName>('personal');

/** The accent around the caller. Dialogs and menus need it, because portals leave the element that sets it. */
export function useAccent(): AccentName {
  return useContext(AccentContext);
}

export interface AccentScopeProps extends HTMLAttributes<HTMLDivElement> {
  accent: AccentName;
}

/** A <div> that gives everything inside it, portals included, an accent. */
export function AccentScope({ accent, ...rest }: AccentScopeProps) {
  return (
    <AccentContext value={accent}>
      <div {...rest} data-accent={accent} />
    </AccentContext>
  );
}
