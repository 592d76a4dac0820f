import type { TimelineSnapshot } from '../timelineProtocol';
import type { Stretch } from './axis';
import type { Colours } from './colours';
import type { HeadPlaces } from './places';

/** What stands above the lanes, and how it is looked at. */
export interface HeadDrawn {
  readonly snapshot: TimelineSnapshot;
  readonly places: HeadPlaces;
  readonly view: Stretch;
  readonly width: number;
  readonly colours: Colours;
}
