// ends: refused
// says: found a default export that is a proxy, wanted
// hostile: {"within": 90, "says": "found a default export that is a proxy, wanted"}
export default new Proxy(
  {},
  {
    get() {
      for (;;);
    },
  },
);
