import type { Color, Look } from './pictures.ts';

type Person = {
  readonly firstName: string;
  readonly lastName: string;
  readonly phone: string;
  readonly timeZone: string;
  readonly look: Look;
};

/** Fictional people. Numbers of the form 555-01xx are unassigned. */
export const people = {
  nora: {
    firstName: 'Nora',
    lastName: 'Castellan',
    phone: '+12125550101',
    timeZone: 'America/New_York',
    look: { background: [99, 132, 199], skin: [233, 190, 160], hair: [70, 44, 34], shirt: [238, 238, 244] },
  },
  idris: {
    firstName: 'Idris',
    lastName: 'Vale',
    phone: '+12125550102',
    timeZone: 'America/New_York',
    look: { background: [214, 160, 92], skin: [121, 80, 58], hair: [28, 22, 22], shirt: [46, 84, 120] },
  },
  priya: {
    firstName: 'Priya',
    lastName: 'Raman',
    phone: '+13125550103',
    timeZone: 'America/Chicago',
    look: { background: [150, 108, 176], skin: [188, 136, 100], hair: [36, 26, 30], shirt: [216, 92, 92] },
  },
  oskar: {
    firstName: 'Oskar',
    lastName: 'Lindqvist',
    phone: '+14155550104',
    timeZone: 'America/Los_Angeles',
    look: { background: [112, 172, 150], skin: [243, 208, 184], hair: [212, 174, 104], shirt: [60, 70, 84] },
  },
  lucia: {
    firstName: 'Lucia',
    lastName: 'Ferro',
    phone: '+13035550105',
    timeZone: 'America/Denver',
    look: { background: [222, 124, 110], skin: [224, 176, 140], hair: [98, 48, 32], shirt: [244, 206, 112] },
  },
  hana: {
    firstName: 'Hana',
    lastName: 'Mori',
    phone: '+18085550106',
    timeZone: 'Pacific/Honolulu',
    look: { background: [132, 160, 214], skin: [240, 204, 172], hair: [30, 28, 36], shirt: [108, 156, 108] },
  },
  theo: {
    firstName: 'Theo',
    lastName: 'Adeyemi',
    phone: '+16175550107',
    timeZone: 'Europe/London',
    look: { background: [180, 180, 120], skin: [96, 64, 48], hair: [20, 18, 18], shirt: [180, 72, 84] },
  },
  wren: {
    firstName: 'Wren',
    lastName: 'Halloway',
    phone: '+12065550108',
    timeZone: 'America/Los_Angeles',
    look: { background: [160, 132, 110], skin: [236, 196, 172], hair: [150, 62, 40], shirt: [84, 104, 148] },
  },
} as const satisfies { readonly [name: string]: Person };

export type Name = keyof typeof people;

type SharedGroup = {
  readonly owner: Name;
  readonly members: readonly Name[];
  readonly name: string;
  readonly description: string;
  readonly emblem?: readonly [ground: Color, ink: Color];
};

export const groups: { readonly [K in 'trail' | 'studio' | 'book']: SharedGroup } = {
  trail: {
    owner: 'nora',
    name: 'Saturday Trail Crew',
    description: 'Slow hikes, long lunches, and one cabin weekend a year',
    emblem: [
      [64, 124, 96],
      [236, 226, 190],
    ],
    members: ['idris', 'priya', 'oskar', 'lucia', 'hana', 'theo', 'wren'],
  },
  studio: {
    owner: 'priya',
    name: 'Harbor Street Studio',
    description: 'Shared desk, print room and the kettle rota',
    emblem: [
      [196, 96, 80],
      [250, 236, 220],
    ],
    members: ['nora', 'wren', 'idris'],
  },
  book: {
    owner: 'theo',
    name: 'Half-Read Book Club',
    description: 'Nobody has to finish, everybody has to have an opinion',
    members: ['nora', 'lucia', 'hana'],
  },
};

export type GroupKey = keyof typeof groups;
