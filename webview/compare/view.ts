/** How the two states are shown. */
export type Mode = 'overlaid' | 'sides';

/** Where the camera stands: as React Flow's viewport has it. */
export interface View {
  readonly x: number;
  readonly y: number;
  readonly zoom: number;
}
