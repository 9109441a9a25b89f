import { defineConfig } from '@playwright/test';
import everyday from './playwright.config.ts';

/** The journey on services that run as separate processes, with the engines that the environment names. */
export default defineConfig({ ...everyday, testMatch: '**/*.distributed.spec.ts', workers: 1 });
