/** A mug in two variants and a tray without any; two blue mugs in the cart; two orders. */
export const shop = {
  products: {
    mug: {
      name: 'Mug',
      product_id: 'mug',
      variants: {
        blue: { price: 8, available: true, item_id: 'blue', options: { colour: 'blue' } },
        gold: { price: 1200.5, available: false, item_id: 'gold', options: { colour: 'gold', rim: true } },
      },
    },
    tray: { name: 'Tray', product_id: 'tray', variants: {} },
  },
  cart: { blue: { item_id: 'blue', quantity: 2, price: 8, available: true, options: {} } },
  discount_codes: { blue: { SPRING: 10, TEA: 2.5 } },
  orders: {
    old: {
      order_status: 'shipped',
      order_date: '2026-01-05T09:00:00+00:00',
      order_total: 24,
      order_id: 'old',
      order_items: { blue: { item_id: 'blue', quantity: 3, price: 8, available: true, options: {} } },
    },
    recent: {
      order_status: 'cancelled',
      order_date: '2026-01-06T09:00:00+00:00',
      order_total: 8,
      order_id: 'recent',
      order_items: { gone: { item_id: 'gone', quantity: 1, price: 8, available: true, options: {} } },
    },
  },
};

/** A flat without facts, and one that is saved. */
export const flats = {
  apartments: {
    room: {},
    loft: {
      name: 'Loft',
      location: 'Leeds',
      zip_code: '',
      price: 1200,
      bedrooms: 2,
      lease_term: null,
      amenities: ['Gym', 'Balcony'],
      saved: true,
    },
  },
  saved_apartments: ['loft'],
};

/** A completed ride and a current one. */
export const rides = {
  ride_history: [
    { ride_id: 'a1', status: 'COMPLETED', start_location: 'Work', end_location: 'Home', price: 9 },
    {
      ride_id: 'b2',
      status: 'IN_PROGRESS',
      service_type: 'Van',
      start_location: 'Home',
      end_location: 'Work',
      price: 8.943,
      time_stamp: 1_767_603_000,
      delay_history: [{ delay: 10, time_stamp: 1_767_603_000 }],
    },
  ],
  quotation_history: [],
  d_service_config: { Van: { nb_seats: 6, price_per_km: 1.5 } },
  on_going_ride: 'b2',
};
