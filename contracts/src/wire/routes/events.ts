import * as events from '../schemas/events.ts';
import type { ConflictsView, EventsView, EventView } from '../views.ts';
import { answers, ownProfile, type Route, type Success } from './route.ts';

/** Calendars, and help with planning. */
export const eventRoutes = {
  addressAutocomplete: {
    method: 'GET',
    path: '/api/events/address-autocomplete',
    service: 'query',
    permission: ownProfile,
    query: events.autocompleteQuery,
    compress: 'always',
    answer: answers<{ suggestions: string[] }>(),
  },
  checkConflicts: {
    method: 'POST',
    path: '/api/events/check-conflicts',
    service: 'query',
    permission: ownProfile,
    body: events.conflictsBody,
    answer: answers<ConflictsView>(),
  },
  events: {
    method: 'GET',
    path: '/api/events',
    service: 'query',
    permission: { access: 'profile', rule: 'readSchedule' },
    query: events.eventsQuery,
    cost: 5,
    compress: 'in-group',
    answer: answers<EventsView>(),
  },
  createEvent: {
    method: 'POST',
    path: '/api/events',
    service: 'command',
    permission: { access: 'profile', rule: 'createEvents' },
    body: events.createEventBody,
    answer: answers<{ event: EventView }>(),
  },
  changeEvent: {
    method: 'PUT',
    path: '/api/events/:id',
    service: 'command',
    permission: { access: 'profile', rule: 'changeEvent' },
    body: events.changeEventBody,
    answer: answers<{ event: EventView }>(),
  },
  deleteEvent: {
    method: 'DELETE',
    path: '/api/events/:id',
    service: 'command',
    permission: { access: 'profile', rule: 'changeEvent' },
    answer: answers<Success>(),
  },
} as const satisfies { readonly [name: string]: Route };
