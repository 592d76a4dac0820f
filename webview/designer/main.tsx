import '../controls/controls.css';
import './designer.css';
import './side.css';
import './start.css';
import { showCompare } from '../compare/showCompare';
import { registerToolkit } from '../controls/toolkit';
import { showGallery } from '../gallery/showGallery';
import { showTimeline } from '../timeline/showTimeline';
import { showDesigner } from './showDesigner';

// Every page of the extension is this one bundle; `data-page` of its body says which of them it is.
const root = document.getElementById('root') ?? document.body.appendChild(document.createElement('div'));
registerToolkit();
switch (document.body.dataset.page) {
  case 'compare':
    showCompare(root);
    break;
  case 'gallery':
    showGallery(root);
    break;
  case 'timeline':
    showTimeline(root);
    break;
  default:
    showDesigner(root);
}
