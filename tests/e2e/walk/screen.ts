import type { Locator, Page } from '@playwright/test';

/** A screen of the product, and the layers that open over it. */
export type Screen = {
  readonly name: string;
  readonly path: string;
  /** Of a group, when it is opened. */
  readonly view?: 'chat' | 'calendar';
  /** How the schedule is looked at: as a list, unless it says so. */
  readonly schedule?: 'day' | 'week' | 'month';
  /** Visible once the screen is complete. */
  readonly ready: (page: Page) => Locator;
  readonly layers?: readonly Layer[];
};
export type Layer = {
  readonly name: string;
  /** Buttons pressed one after another, by keyboard. The focus returns to the first one. */
  readonly openers: (page: Page) => readonly Locator[];
  readonly ready: (page: Page) => Locator;
  /** Escape closes it and returns the focus at once: nothing was typed, and one press opened it. */
  readonly plain?: true;
  /** It expands inside the page. */
  readonly inPlace?: true;
  /** Steps before it can open. */
  readonly prepare?: (page: Page) => Promise<unknown>;
  /** The first thing that a person does there. */
  readonly change?: (page: Page) => Promise<unknown>;
  /** Further states of the layer, one after another. */
  readonly steps?: readonly ((page: Page) => Promise<unknown>)[];
  /** Initial focus, if not the first control. */
  readonly focus?: (page: Page) => Locator;
};
