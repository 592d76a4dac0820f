import { createMemoryStore } from '../../engine/memoryStore';
import { storeContract } from './storeContract';

storeContract('memory', createMemoryStore);
