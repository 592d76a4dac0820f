/** What a program in a sandbox may do. Absolute paths, links resolved. */
export interface Confinement {
  /** Places, with all below them, that may be written. One that is not there is left out. */
  readonly writable: readonly string[];
  /** Places inside of writable ones that may be read only. */
  readonly readOnly: readonly string[];
  readonly network: boolean;
}
