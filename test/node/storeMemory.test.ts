import { createMemoryStore } from '../../engine/node/store/memory';
import { storeContract } from './storeContract';

storeContract('memory', createMemoryStore);
