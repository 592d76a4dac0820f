export const slug = (text) => text.toLowerCase();
