export const find = (db, q) => db.query(`select * from person where name = '${q}'`);
