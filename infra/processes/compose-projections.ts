import { type Projections, startProjections } from '@quorum/projections/start-projections.ts';
import { holder, type ServiceParts } from './service-parts.ts';

export const composeProjections = ({ engines, clock, log }: ServiceParts): Projections =>
  startProjections({ events: engines.events, reads: engines.reads, bus: engines.bus, clock, log, holder });
