import type { Page } from '@playwright/test';
import type { Screen } from './screen.ts';

/** Lets what the page loads from now on show the view of a screen. */
export const chooseViews = async (page: Page, { view, schedule }: Screen): Promise<void> => {
  if (view !== undefined)
    await page.addInitScript((chosen) => {
      if (location.protocol !== 'about:') localStorage.setItem('preferred_view', chosen);
    }, view);
  await page.addInitScript((chosen) => {
    if (location.protocol === 'about:') return;
    const { _id } = JSON.parse(localStorage.getItem('auth_user') ?? '{}') as { _id?: string };
    localStorage.setItem(`schedule:${_id}`, JSON.stringify({ view: chosen, firstWeekday: 0 }));
  }, schedule ?? 'list');
};
