// ends: refused
// says: a default export that is an object: a scenario file says
// hostile: {"within": 90, "says": "a default export that is an object: a scenario file says"}
export default new Proxy(
  {},
  {
    get() {
      for (;;);
    },
  },
);
