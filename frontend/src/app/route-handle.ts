/** What a route tells the frame around it. */
export type RouteHandle = { readonly title?: string };
