/** A property as jCal (RFC 7265): name, parameters, type and values. */
export type Property = readonly [name: string, parameters: Parameters, type: string, ...values: unknown[]];

export type Parameters = Readonly<Record<string, string | readonly string[] | undefined>>;

export type Component = readonly [name: string, properties: readonly Property[], components: readonly Component[]];

export const propertiesOf = ([, properties]: Component, name: string): readonly Property[] =>
  properties.filter((property) => property[0] === name);

export const propertyOf = (component: Component, name: string): Property | undefined =>
  propertiesOf(component, name)[0];

/** Empty without one. */
export const textOf = (component: Component, name: string): string => {
  const value = propertyOf(component, name)?.[3];
  return typeof value === 'string' ? value : '';
};

export const parameterOf = (property: Property | undefined, name: string): string | undefined => {
  const value = property?.[1][name];
  return typeof value === 'string' ? value : undefined;
};
