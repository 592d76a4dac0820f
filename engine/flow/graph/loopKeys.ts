/** Under which keys a type of loop writes its span and where running out leads. */
export const loopKeys = (type: string) =>
  type === 'group'
    ? ({ head: 'to', tail: 'from', onExhausted: 'exitTo' } as const)
    : ({ head: 'head', tail: 'tail', onExhausted: 'onExhausted' } as const);
