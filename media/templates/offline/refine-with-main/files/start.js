export const ms = 900;
