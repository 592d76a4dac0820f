/** The turn of a step: `visit` is the step's own count (1, 2, …), `pass` that of the loop it stands in (0: none). */
export interface StepScope {
  readonly step: string;
  readonly visit: number;
  readonly loop?: string;
  readonly pass: number;
}

/** A step that is due, with the number its visit will have. */
export interface Due {
  readonly step: string;
  readonly visit: number;
}
