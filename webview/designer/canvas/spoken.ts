import { texts } from '../texts';

/** What React Flow would say in English, about keys that are not ours. */
export const CANVAS_SPEECH = {
  'node.a11yDescription.default': texts.canvas.help,
  'node.a11yDescription.keyboardDisabled': texts.canvas.help,
  'edge.a11yDescription.default': texts.canvas.help,
};

/** Faces, frames and pills say themselves what they are: what stands around them is nothing. */
export const NODE_SPEECH = { 'aria-roledescription': undefined };

export const ROUTE_SPEECH = { 'aria-roledescription': texts.canvas.routeRole };
