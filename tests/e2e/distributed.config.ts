import { defineConfig } from '@playwright/test';
import everyday from './playwright.config.ts';

/** The journey on separate services, with the engines of the environment. */
export default defineConfig({ ...everyday, testMatch: '**/*.distributed.spec.ts', workers: 1 });
